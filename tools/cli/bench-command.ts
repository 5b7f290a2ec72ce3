import { resolve } from 'node:path';
import { listBenches, runBenches } from './bench.ts';
import type { Command, GivenArguments } from './command-line.ts';
import { exitCodes } from './exit-codes.ts';

/** Names of options that a bench gets as they were typed. */
const handedOn = ['clip', 'rows', 'only', 'cameras'];

/** What was typed for a bench, as its own arguments. A bench runs in the checkout: folders are made whole here. */
function benchArguments({ values }: GivenArguments): string[] {
  const { footage } = values;
  const folder = typeof footage === 'string' ? ['--footage', resolve(footage)] : [];
  return [
    ...folder,
    ...handedOn.flatMap((name) => (typeof values[name] === 'string' ? [`--${name}`, values[name]] : [])),
  ];
}

/** `./sightline bench`. */
export const benchCommand: Command = {
  name: 'bench',
  summary: 'measure; the method is in docs/benchmarks.md',
  operands: '[name...]',
  options: {
    list: { type: 'boolean', help: 'only list the names; with a bench, those of its cases (disasters)' },
    footage: {
      type: 'string',
      value: 'DIR',
      help: 'folder of the clips (recognition, analysis; default ../shared/footage)',
    },
    clip: { type: 'string', value: 'NAME', help: 'only this clip (recognition)' },
    rows: { type: 'string', value: 'N', help: 'size of the table (events)' },
    only: { type: 'string', value: 'A,B', help: 'only these cases (disasters, events)' },
    cameras: { type: 'string', value: 'N', help: 'how many cameras (disasters, endurance)' },
  },
  run: async (given) => {
    const isList = given.values['list'] === true;
    if (!isList || given.operands.length > 0) {
      const isGood = await runBenches(given.operands, [...benchArguments(given), ...(isList ? ['--list'] : [])]);
      return isGood ? exitCodes.ok : exitCodes.failed;
    }
    for (const name of listBenches()) console.log(name);
    return exitCodes.ok;
  },
};
