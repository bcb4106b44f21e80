"""Rules and bots as WebAssembly: see docs/in-the-page.md."""
