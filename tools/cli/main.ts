import { commands } from './commands.ts';
import { describeCommand, parseCommandLine } from './command-line.ts';
import { exitCodeOf, exitCodes, UsageError } from './exit-codes.ts';

const overview = `Sightline: self-hosted video surveillance for many sites.

usage: ./sightline <command> [options]

${commands.map((command) => `  ${command.name.padEnd(11)} ${command.summary}`).join('\n')}

Every command has --help.

exit codes: 0 done, 1 failed, 2 wrong arguments, 3 Node version not supported, 4 data folder cannot be written,
5 data folder cannot be entered by PostgreSQL's account, 6 data folder in use by another copy, 7 disk full,
8 port taken, 9 database did not start.`;

// Who reads our output may end before us (`up | tee log` and Ctrl-C): that must not cut the stopping short.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    console.log(overview);
    return name === undefined ? exitCodes.usage : exitCodes.ok;
  }
  try {
    const command = commands.find((one) => one.name === name);
    if (!command) throw new UsageError(`there is no command "${name}"`);
    const given = parseCommandLine(command, rest);
    if (given.values['help']) {
      console.log(describeCommand(command));
      return exitCodes.ok;
    }
    return await command.run(given);
  } catch (error) {
    const hint = error instanceof UsageError ? '; see ./sightline --help' : '';
    const sentence = error instanceof Error ? error.message : String(error);
    console.error(`sightline: ${hint ? sentence.replace(/\.$/, '') : sentence}${hint}`);
    return exitCodeOf(error);
  }
}
