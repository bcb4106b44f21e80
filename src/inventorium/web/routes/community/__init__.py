"""The pages of the community: clubs, cups, ratings, moderation. A server without `inventorium.community` has none of them."""

from inventorium.web.routes.community import clubs, cups, moderation, ratings
from inventorium.web.routes.community.services import Services

ROUTERS = (ratings.router, cups.router, clubs.router, moderation.router)
__all__ = ["ROUTERS", "Services"]
