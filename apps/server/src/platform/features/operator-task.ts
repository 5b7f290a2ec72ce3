import type { Bus } from '../bus/bus.ts';
import type { Clock } from '../clock/clock.ts';
import type { AuditNames } from '../database/audit-vocabulary.ts';
import type { Changes } from '../database/changes.ts';
import type { Database } from '../database/database.ts';

/** What a task at the machine of the server works with, beside a running server or without it. */
export interface OperatorContext {
  database: Database;
  changes: Changes;
  dataDir: string;
  /** Nobody else hears it: what a running server must know stands in the database. */
  bus: Bus;
  clock: Clock;
}

/** What was typed with the task. */
export interface OperatorRequest {
  email: string;
  /** Name or id; needed where several fit. */
  organization: string | undefined;
  roles: readonly string[];
}

/** Whether it was done, and what to tell whoever asked. */
export interface OperatorAnswer {
  isDone: boolean;
  said: string;
}

/** One thing that whoever has the machine of the server may do without signing in. */
export interface OperatorTask {
  name: string;
  /** Where the names of things stand of which its audit speaks. */
  names?: AuditNames;
  perform: (context: OperatorContext, request: OperatorRequest) => Promise<OperatorAnswer>;
}

/** The one organization that is meant, or why none is. `nothing` says what it would have had to be. */
export function chooseOrganization(
  all: readonly { id: string; name: string }[],
  { email, organization }: Pick<OperatorRequest, 'email' | 'organization'>,
  nothing: string,
): { id: string; name: string } | string {
  const chosen = organization === undefined ? all : all.filter(({ id, name }) => [id, name].includes(organization));
  const [one] = chosen;
  if (one === undefined) return `${email} ${nothing}${organization === undefined ? '' : ` named ${organization}`}`;
  if (chosen.length > 1)
    return `choose one with --organization:\n${chosen.map(({ id, name }) => `  ${id}  ${name}`).join('\n')}`;
  return one;
}
