import { abilitiesNeeded, ruleKinds } from '@sightline/contracts/alert-rules/rule-kinds';
import type { ConditionDraft } from '../rule-values.ts';

interface Core {
  id: string;
  capabilities: readonly string[];
}

/** What a condition waits for: a model, a device, or a newer core. */
export type Missing = 'model' | 'device' | 'core';

const kindOfNeed = {
  tracks: 'model',
  recognition: 'model',
  picture: 'core',
  devices: 'device',
  organization: 'model',
} as const;

const has = ({ capabilities }: Core, ability: string): boolean =>
  capabilities.some((announced) => announced === ability || announced.startsWith(`${ability}:`));

/**
 * What cores lack for a condition; null when all have it, or when that is not known. `edgeIds`: the cores of the chosen cameras; all cores are
 * looked at while none is chosen. A core that was never online has announced nothing, and is not judged.
 */
export function whatIsMissing(
  condition: ConditionDraft,
  cores: readonly Core[] | undefined,
  edgeIds: readonly string[] | undefined,
): Missing | null {
  const { basis } = ruleKinds[condition.kind];
  const { needs, knownBy } = abilitiesNeeded(condition);
  if (needs === null || cores === undefined) return null;
  const known = cores.filter(({ capabilities }) => capabilities.length > 0);
  const asked = edgeIds === undefined ? known : known.filter(({ id }) => edgeIds.includes(id));
  // Of chosen cameras each one counts; before that one core that has it is enough.
  const isThere = (ability: string): boolean =>
    edgeIds === undefined
      ? asked.length === 0 || asked.some((core) => has(core, ability))
      : asked.every((core) => has(core, ability));
  if (!knownBy.every(isThere)) return 'core';
  if (isThere(needs)) return null;
  return needs === 'motion' ? 'core' : kindOfNeed[basis];
}
