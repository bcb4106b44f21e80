"""The look's colours, as themes of the screen: a patent drawing on paper, and its blueprint."""

from textual.theme import Theme

from inventorium import theme

DARK, LIGHT = "blueprint", "paper"


def theme_of(name: str, tokens: str) -> Theme:
    """Return a theme of the screen, in the colours of the look's tokens."""
    colour = theme.colours(tokens)
    return Theme(
        name=name,
        dark=tokens == "dark",
        primary=colour["wax"],
        secondary=colour["rule"],
        accent=colour["wax"],
        warning=colour["wax"],
        error=colour["wax"],
        success=colour["p2"],
        foreground=colour["ink"],
        background=colour["paper"],
        surface=colour["paper-raised"],
        panel=colour["paper-sunk"],
        variables={
            "second": colour["ink-2"],
            "rule": colour["rule"],
            "chosen": colour["wax-wash"],
            "note": colour["note"],
            "footer-key-foreground": colour["wax"],
            "footer-description-foreground": colour["ink-2"],
            "footer-background": colour["paper-sunk"],
            "border": colour["rule"],
            "border-blurred": colour["rule"],
            "block-cursor-background": colour["wax"],
            "block-cursor-foreground": colour["wax-ink"],
            "block-cursor-blurred-background": colour["wax-wash"],
            "block-cursor-blurred-foreground": colour["ink"],
            "scrollbar": colour["rule"],
            "scrollbar-background": colour["paper-sunk"],
        },
    )


THEMES = {DARK: theme_of(DARK, "dark"), LIGHT: theme_of(LIGHT, "light")}
COLOURS = {DARK: theme.colours("dark"), LIGHT: theme.colours("light")}
