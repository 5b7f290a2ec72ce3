import { randomUUID } from 'node:crypto';

const size = 1_024;
/** Faces differ in few ways: the more, the less alike the most similar strangers. */
const ways = 96;
const looks = 2_048;

/** Numbers that look like chance and are the same in each run: sums of four, so that most are small. */
function chanceFrom(seed: number): () => number {
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296 - 0.5;
  };
  return () => (next() + next() + next() + next()) * 1.7;
}

const unit = (values: Float32Array, length = 1): Float32Array => {
  const is = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  return values.map((value) => (value / is) * length);
};

/** Faces as a model describes them, drawn: strangers are 0.5 alike on average, the most alike of very many about as much as the threshold; one person in two looks 0.6 to 0.95. */
export class DrawnFaces {
  readonly #chance: () => number;
  readonly #common: Float32Array;
  readonly #ways: Float32Array[];
  readonly #looks: Float32Array[];
  readonly #people: Float32Array[] = [];

  constructor(seed = 1) {
    this.#chance = chanceFrom(seed);
    const vector = (length: number): Float32Array => unit(Float32Array.from({ length: size }, this.#chance), length);
    this.#common = vector(1);
    this.#ways = Array.from({ length: ways }, () => vector(1));
    this.#looks = Array.from({ length: looks }, () => vector(1));
  }

  /** Somebody in one of their looks. */
  look(who: number): Int8Array {
    const person = this.#personOf(who);
    const [one, other] = [this.#anyLook(), this.#anyLook()];
    // Mostly well seen, now and then badly.
    const badly = 0.2 + 0.2 * Math.abs(this.#chance());
    const seen = unit(person.map((value, at) => value + badly * ((one[at] as number) + (other[at] as number)) * 0.71));
    return Int8Array.from(seen, (value) => Math.round(value * 127));
  }

  /** A number below `limit`, small ones more often: some people come again and again. */
  who(limit: number): number {
    const share = (Math.abs(this.#chance()) * 1_000) % 1;
    return Math.floor(limit * share * share);
  }

  #anyLook(): Float32Array {
    return this.#looks[Math.floor(Math.abs(this.#chance() * 1_000_003) % looks)] as Float32Array;
  }

  #personOf(who: number): Float32Array {
    while (this.#people.length <= who) {
      const own = new Float32Array(size);
      for (const way of this.#ways) {
        const share = this.#chance();
        for (let at = 0; at < size; at += 1) own[at]! += share * (way[at] as number);
      }
      const length = unit(own, 1);
      this.#people.push(unit(this.#common.map((value, at) => value + (length[at] as number))));
    }
    return this.#people[who] as Float32Array;
  }
}

type Query = (text: string, values: unknown[]) => Promise<unknown>;

const firstNames = ['Noa', 'Tamar', 'Yusuf', 'Lars', 'Amal', 'Rivka', 'נועה', 'תמר', 'יוסף', 'אמל'];
const lastNames = ['Lavi', 'Katz', 'Haddad', 'de Wit', 'Nasser', 'Stern', 'לביא', 'כץ', 'חדד', 'שטרן'];

/** So many people of an organization, the first of them with a face. */
export async function seedPeople(
  query: Query,
  { organizationId, count, faced }: { organizationId: string; count: number; faced: number },
): Promise<void> {
  const faces = new DrawnFaces(7);
  const batch = 2_000;
  for (let from = 0; from < count; from += batch) {
    const ids = Array.from({ length: Math.min(batch, count - from) }, () => randomUUID());
    const names = ids.map((_, index) => {
      const at = from + index;
      return `${firstNames[at % 10] ?? ''} ${lastNames[Math.floor(at / 10) % 10] ?? ''} ${String(at)}`;
    });
    await query(
      `insert into known_people (organization_id, id, name, note, location_ids, created_at, updated_at)
       select $1::uuid, id, name, '', '{}', now(), now() from unnest($2::uuid[], $3::text[]) as n (id, name)`,
      [organizationId, ids, names],
    );
    const owners = ids.slice(0, Math.max(0, faced - from));
    await query(
      `insert into person_faces (organization_id, id, person_id, model_id, vector, quality, source, has_picture, added_at)
       select $1::uuid, gen_random_uuid(), person_id, 'faceres@1', vector, 0.9, 'file', false, now() from unnest($2::uuid[], $3::bytea[]) as n (person_id, vector)`,
      [organizationId, owners, owners.map((_, index) => Buffer.from(faces.look(from + index).buffer))],
    );
  }
  await query('analyze known_people, person_faces', []);
}
