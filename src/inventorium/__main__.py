from inventorium.cli import main

main()
