"""The table that fills the terminal (`inventorium[terminal]`).

app       the table: what is shown, the keys, the turns of the others
answers   the lists to choose from: numbered moves, and sealed moves
over      what opens over the table: moments, legend, rules, points, leaving
colours   the look's colours, as themes
"""
