import { readdirSync } from 'node:fs';
import type { MakeThings, TenantExamples, TenantThings } from './tenant-things.ts';

/** A file of `tenant-examples/`: what the tests that make every call need to know of the calls of one contract. */
interface ExamplesFile {
  tenantExamples: TenantExamples;
  /** Makes what its examples are about, where that is more than a location, a core and a camera. */
  makeThings?: MakeThings<Partial<TenantThings>>;
  /** Calls that change nothing of which anybody would ask later, with the reason. */
  changesNothing?: Readonly<Record<string, string>>;
  /** Calls that succeed with something mailed, scanned or brought by a core only; the tests of their features look at their entries. */
  needsMore?: readonly string[];
}

const folder = new URL('tenant-examples/', import.meta.url);

const files = await Promise.all(
  readdirSync(folder).map(async (name) => (await import(new URL(name, folder).href)) as ExamplesFile),
);

/**
 * A valid request for every call of the API, about the given things: a file for each contract, found by its name, so that a new feature
 * brings its own. The generated tenant test calls each of them as nobody, as somebody of another organization, as a member without the
 * permission, and with broken input; a call that is missing here fails it.
 */
export const tenantExamples: TenantExamples = Object.assign({}, ...files.map((file) => file.tenantExamples));

/** What features make for their examples. */
export const makersOfThings = files.flatMap(({ makeThings }) => makeThings ?? []);

/** Calls of which nothing need stand in the audit, with the reason. */
export const changesNothing: Readonly<Record<string, string>> = Object.assign(
  {},
  ...files.map((file) => file.changesNothing ?? {}),
);

/** Calls that cannot succeed by their example alone. */
export const needsMore: ReadonlySet<string> = new Set(files.flatMap((file) => file.needsMore ?? []));
