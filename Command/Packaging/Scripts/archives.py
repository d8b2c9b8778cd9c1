"""Writes archives whose bytes depend on nothing but what is in them and one date."""
import gzip
import io
import tarfile


def tar(files, date):
    """The bytes of a tar archive. files: the name, mode and bytes of each, in order."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, mode, data in files:
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode, entry.mtime = len(data), mode, date
            archive.addfile(entry, io.BytesIO(data))
    return buffer.getvalue()


def compress(data):
    """gzip without a name or a date of its own."""
    return gzip.compress(data, 9, mtime=0)
