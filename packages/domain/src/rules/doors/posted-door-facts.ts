import type { DoorFact, DoorState } from './door-facts.ts';

/** Something that another system posted. */
interface Posted {
  id: string;
  tag: string;
  atUtcMs: number;
  fields: Readonly<Record<string, string | number | boolean>>;
}

/** A fact, with the name that the other system has for the door. */
export interface PostedDoorFact {
  door: string;
  fact: DoorFact;
}

const states: readonly DoorState[] = ['closed', 'ajar', 'open', 'unknown'];
const outcomes = { granted: true, denied: false } as const;

/**
 * What a posted event says of a door: `door.state` with the fields `door` and `state` (closed, ajar, open, unknown), or `door.access` with
 * `door` and `outcome` (granted, denied). Null for any other, and for one that says it otherwise.
 */
export function postedDoorFact({ id, tag, atUtcMs, fields }: Posted): PostedDoorFact | null {
  const { door } = fields;
  if (typeof door !== 'string' || door.trim() === '') return null;
  const said = (fact: DoorFact): PostedDoorFact => ({ door: door.trim(), fact });
  if (tag === 'door.state') {
    const state = states.find((one) => one === fields['state']);
    return state === undefined ? null : said({ kind: 'state', id, atUtcMs, state });
  }
  if (tag !== 'door.access') return null;
  const outcome = fields['outcome'];
  return outcome === 'granted' || outcome === 'denied'
    ? said({ kind: 'access', id, atUtcMs, isGranted: outcomes[outcome] })
    : null;
}
