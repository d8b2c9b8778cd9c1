for scenario in scenarios {
    let transcript = Transcript()
    scenario.run(transcript)
    print("# \(scenario.name)")
    for line in transcript.lines { print(line) }
}
