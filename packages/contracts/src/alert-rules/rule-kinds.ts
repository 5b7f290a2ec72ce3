import { doorRulesAbility, doorsAbility, doorSightAbility } from '../doors/door-abilities.ts';
import { faceGalleryAbility } from '../people/people-abilities.ts';
import type { EventSeverity } from '../events/event.ts';
import { optionAbilitiesOf } from './later-options.ts';
import type { RuleCondition, RuleKind } from './rule-conditions.ts';

/** What a kind stands on: tracks and motion of a camera, its whole picture, a model that recognises something, the state of devices, or what the organization knows. */
export type RuleBasis = 'tracks' | 'picture' | 'recognition' | 'devices' | 'organization';

interface RuleKindFacts {
  /** Address of its form: `/alert/create/{group}/{number}`. */
  group: number;
  number: number;
  basis: RuleBasis;
  severity: EventSeverity;
  /** Ability that a core must announce (`<ability>:<model>` counts) before the rule can be armed; null: nothing but rules. */
  needs: string | null;
  /** Ability of cores that know rules of this kind; absent: of all that run rules. */
  knownBy?: string;
  /** Its rules run on cores although what they stand on does not say so. */
  isOnCore?: true;
  isForDevelopers?: true;
}

/** A core that announces this judges rules by faces, number plates and colours. */
export const traitRulesAbility = 'traitRules';

/** What an access system is, for rules that wait for one. */
const accessDoors = 'accessDoors';

/** The server judges who is at a door by what a core with a detector of people tells of it. */
const peopleAtDoors = { needs: 'detect', knownBy: doorSightAbility } as const;

/** The kinds of alert rules, in the order in which people choose them. The pair 4/2 belongs to none. */
export const ruleKinds = {
  motion: { group: 0, number: 0, basis: 'tracks', severity: 'info', needs: 'motion' },
  tampering: { group: 0, number: 1, basis: 'picture', severity: 'warning', needs: 'tampering' },
  proximity: { group: 0, number: 2, basis: 'tracks', severity: 'warning', needs: 'detect' },
  threat: { group: 0, number: 3, basis: 'recognition', severity: 'critical', needs: 'weapon' },
  trespassing: { group: 0, number: 4, basis: 'tracks', severity: 'warning', needs: 'detect' },
  tailgating: { group: 0, number: 5, basis: 'tracks', severity: 'warning', needs: 'detect' },
  zoneProtection: { group: 0, number: 6, basis: 'tracks', severity: 'warning', needs: 'detect' },
  speedControl: { group: 0, number: 7, basis: 'tracks', severity: 'warning', needs: 'detect' },
  door: {
    group: 0,
    number: 8,
    basis: 'devices',
    severity: 'warning',
    needs: doorsAbility,
    knownBy: doorRulesAbility,
    isOnCore: true,
  },
  fire: { group: 0, number: 9, basis: 'recognition', severity: 'critical', needs: 'fireSmoke' },
  fall: { group: 0, number: 10, basis: 'recognition', severity: 'critical', needs: 'fall' },
  violence: { group: 0, number: 11, basis: 'recognition', severity: 'critical', needs: 'violence' },
  suspect: {
    group: 0,
    number: 12,
    basis: 'recognition',
    severity: 'warning',
    needs: 'detect',
    knownBy: traitRulesAbility,
  },
  face: { group: 1, number: 0, basis: 'recognition', severity: 'warning', needs: 'faces', knownBy: traitRulesAbility },
  licensePlate: {
    group: 1,
    number: 1,
    basis: 'recognition',
    severity: 'warning',
    needs: 'plates',
    knownBy: traitRulesAbility,
  },
  container: { group: 1, number: 2, basis: 'recognition', severity: 'info', needs: 'containerText' },
  appearing: { group: 2, number: 0, basis: 'tracks', severity: 'info', needs: 'detect' },
  disappearing: { group: 2, number: 1, basis: 'tracks', severity: 'warning', needs: 'detect' },
  loitering: { group: 2, number: 2, basis: 'tracks', severity: 'warning', needs: 'detect' },
  lineCrossing: { group: 2, number: 3, basis: 'tracks', severity: 'warning', needs: 'detect' },
  occupancy: { group: 2, number: 4, basis: 'tracks', severity: 'warning', needs: 'detect' },
  trafficControl: { group: 2, number: 5, basis: 'tracks', severity: 'warning', needs: 'detect' },
  missingObject: { group: 2, number: 6, basis: 'tracks', severity: 'warning', needs: 'detect' },
  absence: { group: 2, number: 7, basis: 'tracks', severity: 'warning', needs: 'detect' },
  cameraStatus: { group: 3, number: 0, basis: 'devices', severity: 'warning', needs: null },
  coreStatus: { group: 3, number: 1, basis: 'devices', severity: 'critical', needs: null },
  protectiveGear: { group: 4, number: 0, basis: 'recognition', severity: 'warning', needs: 'protectiveGear' },
  personalSafety: { group: 4, number: 1, basis: 'tracks', severity: 'critical', needs: 'detect' },
  gloves: { group: 4, number: 3, basis: 'recognition', severity: 'warning', needs: 'gloves' },
  eventTag: { group: 5, number: 0, basis: 'organization', severity: 'warning', needs: null },
  doorTailgating: { group: 5, number: 1, basis: 'organization', severity: 'warning', ...peopleAtDoors },
  eventValidation: { group: 5, number: 2, basis: 'organization', severity: 'warning', ...peopleAtDoors },
  uniform: { group: 5, number: 4, basis: 'organization', severity: 'warning', needs: 'detect' },
  developer: { group: 5, number: 3, basis: 'organization', severity: 'info', needs: null, isForDevelopers: true },
} as const satisfies Record<RuleKind, RuleKindFacts>;

/** Kinds whose rules run on cores. */
export const runsOnCore = (kind: RuleKind): boolean => {
  const { basis, isOnCore }: RuleKindFacts = ruleKinds[kind];
  return isOnCore === true || basis === 'tracks' || basis === 'picture' || basis === 'recognition';
};

const isOfPeople = ({ kind, ...parts }: { kind: string; class?: unknown }): boolean =>
  kind === 'face' || (kind === 'suspect' && parts.class === 'person');

/** What a core must have before it can judge a condition, as a whole; `knownBy`: what one announces that knows conditions like it. */
export function abilitiesNeeded(condition: Pick<RuleCondition, 'kind'> & { mode?: unknown; [part: string]: unknown }): {
  needs: string | null;
  knownBy: readonly string[];
} {
  const facts: RuleKindFacts = ruleKinds[condition.kind];
  // Whose face it is a core knows only with a gallery.
  const isOfList = isOfPeople(condition) && condition.mode !== undefined && condition.mode !== 'any';
  // Only an access system knows who was let in.
  const isForced =
    condition.kind === 'door' && Array.isArray(condition['states']) && condition['states'].includes('forced');
  const kindKnownBy = [
    ...(facts.knownBy === undefined ? [] : [facts.knownBy]),
    ...(isOfList ? [faceGalleryAbility] : []),
  ];
  const knownBy = runsOnCore(condition.kind) ? [...kindKnownBy, ...optionAbilitiesOf(condition)] : kindKnownBy;
  return { needs: isForced ? accessDoors : facts.needs, knownBy };
}
