/** How a door is, by its contact or its picture. `ajar`: neither closed nor open. `unknown`: nobody can say. */
export type DoorState = 'closed' | 'ajar' | 'open' | 'unknown';

/** What becomes known of one door and of who is at it; the same id is the same fact. Times by one clock. */
export type DoorFact = { id: string; atUtcMs: number } & (
  | { kind: 'state'; state: DoorState }
  /** Somebody asked to be let in, with a badge or otherwise. */
  | { kind: 'access'; isGranted: boolean }
  /** A person crossed the line of the door. */
  | { kind: 'pass'; to: 'in' | 'out'; subjectId: string }
  /** A camera looked at the place before the door: the ids of the people who were in it. */
  | { kind: 'look'; people: readonly string[] }
);

/** A fact of one kind. */
export type DoorFactOf<K extends DoorFact['kind']> = Extract<DoorFact, { kind: K }>;

/** Those of one kind. */
export const factsOfKind = <K extends DoorFact['kind']>(facts: readonly DoorFact[], kind: K): DoorFactOf<K>[] =>
  facts.filter((fact): fact is DoorFactOf<K> => fact.kind === kind);

/** Access systems and cameras tell of what happened at one time up to this long after each other. */
export const settlesAfterMs = 5_000;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Each fact once, by its time; what happened at once by id, so that the order in which it was told changes nothing. */
export const inOrder = (facts: readonly DoorFact[]): DoorFact[] =>
  [...new Map(facts.map((fact) => [fact.id, fact])).values()].toSorted(
    (a, b) => a.atUtcMs - b.atUtcMs || compare(a.id, b.id),
  );
