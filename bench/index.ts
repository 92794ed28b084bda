/** `npm run bench [name] [-- options]`: runs the bench of that name; without one the comparison of Frontdesk with others. */
const BENCHES = ['run', 'start', 'watch', 'soak', 'mixes', 'scale', 'overload', 'costs'];

const [first = ''] = process.argv.slice(2);
const isNamed = first !== '' && !first.startsWith('-');
if (isNamed && !BENCHES.includes(first)) {
  console.error(`There is no bench '${first}'. Benches: ${BENCHES.join(', ')}.`);
  process.exit(2);
}
if (isNamed) process.argv.splice(2, 1);
await import(`./${isNamed ? first : 'run'}.ts`);
