// node boardgame_io.js PORT [--files FOLDER] [--picture FILE]: the server of boardgame.io, everything in memory or kept in files, and
// a small drafting game: take one of six cards, which is dealt anew. Smaller than any of our games, unless it gets the
// picture of one to carry along, which no move looks at.
const { readFileSync } = require('fs');
const { parseArgs } = require('util');
const { FlatFile, Server } = require('boardgame.io/server');
const { INVALID_MOVE } = require('boardgame.io/core');

const { values, positionals } = parseArgs({
  allowPositionals: true, options: { files: { type: 'string' }, picture: { type: 'string' } },
});
const picture = values.picture ? JSON.parse(readFileSync(values.picture)) : null;

const deal = (random) => 1 + random.Die(40);

const game = {
  name: 'load',
  setup: ({ ctx, random }) => ({
    picture,
    market: Array.from({ length: 6 }, () => deal(random)),
    players: Object.fromEntries(ctx.playOrder.map((id) => [id, { points: 0, cards: Array(12).fill(0) }])),
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    take: ({ G, random, playerID }, place) => {
      if (!(place in G.market)) return INVALID_MOVE;
      const player = G.players[playerID];
      player.cards[G.market[place] % 12] += 1;
      player.points += G.market[place];
      G.market[place] = deal(random);
    },
  },
};

const db = values.files && new FlatFile({ dir: values.files });
const server = Server({ games: [game], origins: [/localhost/], ...(db ? { db } : {}) });
server.run(Number(positionals[0])).then(() => console.log('ready'));
