"""What of a table a page shows, as its address says: whose view, which moment, and what somebody tries before a move."""

from inventorium.core.position import DEALER
from inventorium.core.words import Words
from inventorium.server.live_tables import LiveTable
from inventorium.table.problems import Refused
from inventorium.table.turn_log import step_to
from inventorium.web.http.site import whole_number
from inventorium.web.render.playback import Watch, scene_of
from inventorium.web.render.scene import Scene, scene_at


def viewer_seat(live_table: LiveTable, mine: list[int], query: dict[str, str]) -> int:
    """Return whose view is shown: one's own seat (the one that is asked, where one has several), else a spectator's. When the
    game is over, anybody's. Where several share a screen and there are secrets, nobody's until somebody says who looks."""
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
    """Return what somebody has seen who watches, as the address says."""
    if "after" not in query:
        return None
    part = whole_number(query, "part") if "part" in query else 0
    return Watch(whole_number(query, "after"), part, "once" in query, query.get("seat"))


def requested_scene(live_table: LiveTable, seat: int, words: Words, query: dict[str, str], watch: Watch | None) -> Scene:
    """Return what somebody wants to see: the table now, as it was, a step of what happened, or a moment of it again."""
    at = whole_number(query, "at") if "at" in query else None
    step = watch.step(live_table.table, seat) if watch else None
    if watch and step:
        return scene_of(live_table, seat, words, step, watch.part)
    if at is not None and "moment" in query and (step := step_to(live_table.table, seat, at)):
        return scene_of(live_table, seat, words, step, query["moment"])
    return scene_at(live_table, seat, words, at)


def preview_context(scene: Scene, query: dict[str, str]) -> dict[str, object]:
    """What somebody looks at before answering: the things picked so far, an answer tried, a reason asked for."""
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
