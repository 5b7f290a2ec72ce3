import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { UsageError } from './exit-codes.ts';

export type CommandOption = {
  type: 'string' | 'boolean';
  /** What stands for the value in the help text, such as DIR. */
  value?: string;
  help: string;
};

/** One command of `./sightline`. `run` returns the exit code or throws. */
export type Command = {
  name: string;
  summary: string;
  /** What may follow the options, such as `[name...]`. */
  operands?: string;
  details?: string;
  options: Record<string, CommandOption>;
  run: (given: GivenArguments) => Promise<number>;
};

export type GivenArguments = { values: Record<string, string | boolean | undefined>; operands: string[] };

const helpOption: CommandOption = { type: 'boolean', help: 'show this text' };

export function parseCommandLine(command: Command, args: string[]): GivenArguments {
  const options: ParseArgsOptionsConfig = {};
  for (const [name, { type }] of Object.entries({ ...command.options, help: helpOption })) options[name] = { type };
  try {
    const { values, positionals } = parseArgs({
      args,
      options,
      allowPositionals: command.operands !== undefined,
      strict: true,
    });
    return { values: values as GivenArguments['values'], operands: positionals };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message.split('. ')[0] : String(error));
  }
}

export function describeCommand(command: Command): string {
  const lines = [
    `usage: ./sightline ${command.name} [options]${command.operands ? ` ${command.operands}` : ''}`,
    '',
    command.summary,
  ];
  if (command.details) lines.push('', command.details);
  lines.push('', 'options:');
  for (const [name, option] of Object.entries({ ...command.options, help: helpOption })) {
    lines.push(`  ${`--${name}${option.value ? ` ${option.value}` : ''}`.padEnd(18)} ${option.help}`);
  }
  return lines.join('\n');
}

/** Whole days as a core takes them; what was left out stays so. */
export function parseDays(option: string, text: string | undefined): string | undefined {
  if (text !== undefined && (!/^\d{1,4}$/.test(text) || Number(text) > 3650))
    throw new UsageError(`${option} "${text}" is not a whole number of days from 0 to 3650`);
  return text;
}

/** A port as typed; 0 lets the system choose. */
export function parsePort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535 || text.trim() === '')
    throw new UsageError(`"${text}" is not a port number`);
  return port;
}
