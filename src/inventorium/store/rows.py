"""Rows of the database as dataclasses, by the names of their columns."""

from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar

import sqlalchemy as sa

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")


def from_row(kind: type[T], row: sa.Row, **given: Any) -> T:
    """Return a dataclass whose fields are `given`, or else the columns of their names. The order of the columns means nothing."""
    columns = row._mapping  # not attributes: a column `count` would be the method of a tuple
    return kind(**given, **{field.name: columns[field.name] for field in fields(kind) if field.name not in given})
