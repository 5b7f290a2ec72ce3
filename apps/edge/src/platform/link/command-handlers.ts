import {
  edgeCommands,
  type EdgeCommandInput,
  type EdgeCommandName,
  type EdgeCommandOutput,
} from '@sightline/contracts/link/link-commands';
import { AppError } from '@sightline/contracts/shared/errors';
import type { z } from 'zod';

/** Answers one command; `timeoutMs`: how long the server waits for it. */
export type CommandHandler<N extends EdgeCommandName> = (
  input: EdgeCommandInput<N>,
  timeoutMs: number,
) => Promise<EdgeCommandOutput<N>> | EdgeCommandOutput<N>;

/** Handlers of some commands. A capability gives those of its own; without names: of all, so that a missing one does not compile. */
export type CommandHandlers<N extends EdgeCommandName = EdgeCommandName> = { readonly [K in N]: CommandHandler<K> };

/** Whoever answers by name: a process of its own that speaks the same contract. */
export interface CommandTarget {
  request(command: string, input: unknown, timeoutMs: number): Promise<unknown>;
}

/** The names of commands that a contract declares together. */
export const namesOf = <N extends EdgeCommandName>(contract: Readonly<Record<N, unknown>>): N[] =>
  Object.keys(contract) as N[];

/** Lets another process answer. What it answers is as the contract says: the server checks it. */
export function forwardTo<const N extends EdgeCommandName>(
  target: CommandTarget,
  names: readonly N[],
): CommandHandlers<N> {
  const handlers = names.map((name) => [
    name,
    (input: unknown, timeoutMs: number) => target.request(name, input, timeoutMs),
  ]);
  return Object.fromEntries(handlers) as CommandHandlers<N>;
}

type Inputs = { readonly [N in EdgeCommandName]: { input: z.ZodType<EdgeCommandInput<N>> } };
const commands: Inputs = edgeCommands;

const isCommand = (command: string): command is EdgeCommandName => Object.hasOwn(edgeCommands, command);

/** Answers what the server asks. Throws `bad_request` for what is no command, `validation_failed` for input that is not its own. */
export async function answerCommand(
  handlers: CommandHandlers,
  command: string,
  request: { body: unknown; timeoutMs: number },
): Promise<unknown> {
  if (!isCommand(command)) throw new AppError('bad_request', { command });
  return answerAs(handlers, command, request);
}

async function answerAs<N extends EdgeCommandName>(
  handlers: CommandHandlers,
  name: N,
  { body, timeoutMs }: { body: unknown; timeoutMs: number },
): Promise<unknown> {
  const input = commands[name].input.safeParse(body);
  if (!input.success) throw new AppError('validation_failed', { command: name });
  const handler: CommandHandler<N> = handlers[name];
  return handler(input.data, timeoutMs);
}
