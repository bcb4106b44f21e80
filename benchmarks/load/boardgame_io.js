// node boardgame_io.js PORT [FOLDER]: the server of boardgame.io, everything in memory or kept in files, and a small drafting game:
// take one of six cards, which is dealt anew. Smaller than any of our games.
const { FlatFile, Server } = require('boardgame.io/server');
const { INVALID_MOVE } = require('boardgame.io/core');

const deal = (random) => 1 + random.Die(40);

const game = {
  name: 'load',
  setup: ({ ctx, random }) => ({
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

const [port, dir] = process.argv.slice(2);
const server = Server({ games: [game], origins: [/localhost/], ...(dir ? { db: new FlatFile({ dir }) } : {}) });
server.run(Number(port)).then(() => console.log('ready'));
