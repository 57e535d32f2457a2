// A bot that reads a question as a line of JSON and writes the number of its answer: the dearest in AP.
//
//     edencli play samples/games/first-duel.yaml --blue 'program: node samples/bots/by_lines.js' --seed 3
//
// Invented for these samples.
const lines = require("readline").createInterface({ input: process.stdin });

lines.on("line", (line) => {
  const { answers } = JSON.parse(line);
  const dearest = answers.reduce((best, answer) => (answer.ap > best.ap ? answer : best));
  console.log(dearest.n);
});
