"""The network as PyTorch trains it, and the samples it is trained on."""

import copy
from collections.abc import Mapping

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from inventorium.bots.networks import InputSpec, shapes
from inventorium.research.training.samples import Samples

POINTS_COUNT, POLICY_COUNTS = 0.3, 0.3  # of the loss, beside the chances to win and to end above another
ABOUT_INPUTS = 150  # of a position that are not 0
AVERAGED = 0.999  # how slowly the averaged weights follow


class Model(nn.Module):
    """Two hidden layers; a head for every seat's chance to win, one for ending above another, one for points; and a policy."""

    def __init__(self, sight: InputSpec, sizes: tuple[int, int], seed: int) -> None:
        super().__init__()
        self.seats = sight.game.seats
        random = torch.Generator().manual_seed(seed)
        spreads = {"first": (2 / ABOUT_INPUTS) ** 0.5, "second": (2 / sizes[0]) ** 0.5, "heads": 0.01, "policy": 0.01}
        self.layers = nn.ParameterDict(
            {name: spreads.get(name, 0.0) * torch.randn(shape, generator=random) for name, shape in shapes(sight, sizes).items()}
        )

    def forward(self, inputs: Tensor, amounts: Tensor) -> tuple[Tensor, Tensor]:
        """Return the heads and the policy for positions given by their inputs that are not 0."""
        layers, width = self.layers, len(self.layers["first"])
        seen = torch.zeros(len(inputs), width + 1, device=inputs.device)
        seen.scatter_(1, torch.where(inputs < 0, width, inputs), amounts)
        first = torch.relu(seen[:, :width] @ layers["first"] + layers["first_bias"])
        second = torch.relu(first @ layers["second"] + layers["second_bias"])
        return second @ layers["heads"] + layers["heads_bias"], second @ layers["policy"].T + layers["policy_bias"]

    def losses(self, samples: Mapping[str, Tensor]) -> dict[str, Tensor]:
        heads, policy = self(samples["inputs"].long(), samples["amounts"].float())
        seats, truth = self.seats, samples["heads"].float()
        sits = torch.arange(seats, device=heads.device) < samples["players"].long()[:, None]
        wins = heads[:, :seats].masked_fill(~sits, -1e9).log_softmax(1)
        above = functional.binary_cross_entropy_with_logits(
            heads[:, seats : 2 * seats], truth[:, seats : 2 * seats].clamp(0, 1), reduction="none"
        )
        points = functional.smooth_l1_loss(heads[:, 2 * seats :], truth[:, 2 * seats :], reduction="none")
        found = {"win": -(truth[:, :seats] * wins).sum(1).mean(), "above": above[sits].mean(), "points": points[sits].mean()}
        if policy.shape[1]:
            wanted = samples["policy"].float()
            leans = policy.masked_fill(wanted < 0, -1e9).log_softmax(1)
            found["policy"] = -(wanted.clamp(min=0) * leans).sum(1).mean()
        return found

    def loss(self, samples: Mapping[str, Tensor]) -> tuple[Tensor, dict[str, Tensor]]:
        found = self.losses(samples)
        counts = {"points": POINTS_COUNT, "policy": POLICY_COUNTS}
        return torch.stack([counts.get(name, 1.0) * loss for name, loss in found.items()]).sum(), found

    def averaged(self) -> "Model":
        """Return a copy that follows slowly."""
        return copy.deepcopy(self).requires_grad_(False)

    def follow(self, other: "Model", steps: int) -> None:
        """Move the averaged weights towards the others; quickly in the beginning."""
        keep = min(AVERAGED, (1 + steps) / (10 + steps))
        torch._foreach_lerp_(list(self.parameters()), list(other.parameters()), 1 - keep)

    def take_over(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Go on with the layers of a network."""
        with torch.no_grad():
            for name, layer in self.layers.items():
                layer.copy_(torch.from_numpy(arrays[name].copy()))

    def arrays(self) -> dict[str, np.ndarray]:
        """Return the layers as bots read them."""
        return {name: layer.detach().cpu().numpy().copy() for name, layer in self.layers.items()}


class ReplayBuffer:
    """The newest samples, up to its capacity, on the training device."""

    def __init__(self, number: int, device: torch.device) -> None:
        self.number, self.device, self.filled, self.at, self.added = number, device, 0, 0, 0
        self.fields: dict[str, Tensor] = {}

    def add(self, samples: Samples) -> None:
        count = min(len(samples.inputs), self.number - self.at)
        for name in ("inputs", "amounts", "heads", "players", "policy"):
            new = torch.from_numpy(getattr(samples, name)).to(self.device)
            if name not in self.fields:
                self.fields[name] = torch.zeros((self.number, *new.shape[1:]), dtype=new.dtype, device=self.device)
            self.fields[name][self.at : self.at + count] = new[:count]
        self.at = (self.at + count) % self.number
        self.filled, self.added = max(self.filled, self.at or self.number), self.added + count
        if self.at == 0 and count < len(samples.inputs):
            self.add(Samples(*(part[count:] for part in samples)))

    def sample(self, size: int, random: torch.Generator, newest: int = 0) -> dict[str, Tensor]:
        """Return a batch of samples; half of them from the newest, if their number is given."""
        places = torch.randint(0, self.filled, (size,), generator=random, device=self.device)
        if newest:
            newest = min(newest, self.filled)
            recent = self.at - 1 - torch.randint(0, newest, (size // 2,), generator=random, device=self.device)
            places[: size // 2] = recent % self.filled
        return {name: field[places] for name, field in self.fields.items()}
