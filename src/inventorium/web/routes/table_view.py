"""What a table's page shows, from its address: the view, the moment, and previews of a move."""

from inventorium.core.position import DEALER
from inventorium.core.words import Words
from inventorium.server.live_tables import LiveTable
from inventorium.table.problems import Refused
from inventorium.table.turn_log import step_to
from inventorium.web.http.site import whole_number
from inventorium.web.render.playback import Watch, scene_of
from inventorium.web.render.scene import Scene, scene_at


def viewer_seat(live_table: LiveTable, mine: list[int], query: dict[str, str]) -> int:
    """Return the seat whose view is shown: the guest's own (the one to move, if there are several), else a spectator's. When
    the game is over, any. Where several people share a screen and there are secrets, none until one of them is named."""
    table = live_table.table
    if "seat" in query:
        wanted = whole_number(query, "seat")
        if wanted in mine or wanted == DEALER or (table.over and wanted in range(table.position.players)):
            return wanted
        raise Refused("not-yours")
    if len(mine) > 1 and table.game.type.secrets and not table.over:
        return DEALER
    return next((seat for seat in mine if seat in table.asked), mine[0] if mine else DEALER)


def watch_of(query: dict[str, str]) -> Watch | None:
    """Return how far the guest has watched, from the address."""
    if "after" not in query:
        return None
    part = whole_number(query, "part") if "part" in query else 0
    return Watch(whole_number(query, "after"), part, "once" in query, query.get("seat"))


def requested_scene(live_table: LiveTable, seat: int, words: Words, query: dict[str, str], watch: Watch | None) -> Scene:
    """Return the requested scene: the table now, as it was, a step, or a moment again."""
    at = whole_number(query, "at") if "at" in query else None
    step = watch.step(live_table.table, seat) if watch else None
    if watch and step:
        return scene_of(live_table, seat, words, step, watch.part)
    if at is not None and "moment" in query and (step := step_to(live_table.table, seat, at)):
        return scene_of(live_table, seat, words, step, query["moment"])
    return scene_at(live_table, seat, words, at)


def preview_context(scene: Scene, query: dict[str, str]) -> dict[str, object]:
    """Return the context of previews: the pieces picked so far, a move tried, a ruling asked for."""
    picked = query.get("pick", "").lower().split()
    scene.picked = picked if scene.moves.about(*picked) else []
    scene.chosen = scene.moves.numbered(whole_number(query, "choose")) if "choose" in query else None
    asked = " ".join(query.get("why", "").lower().split())[:200]
    ruling = scene.why_not(asked) if asked and scene.live else None
    return {
        "chosen": scene.chosen,
        "picked": scene.picked,
        "why": {"rule": ruling.rule, "text": scene.words(f"refused.{ruling.key}", **ruling.values)} if ruling else None,
    }
