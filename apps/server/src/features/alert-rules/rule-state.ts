import type { AccessCondition } from '@sightline/contracts/alert-rules/access-conditions';
import type { RuleState } from '@sightline/contracts/alert-rules/alert-rule';
import { cameraMutesAbility, rulesAbility } from '@sightline/contracts/alert-rules/alert-rule-link';
import { abilitiesNeeded, runsOnCore } from '@sightline/contracts/alert-rules/rule-kinds';
import type { RuleCondition } from '@sightline/contracts/alert-rules/rule-conditions';
import type { AnalysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import { classesNeeded } from '@sightline/domain/rules/rule-faults';

/** What decides whether a rule is at work. */
export interface RuleFacts {
  condition: RuleCondition;
  isEnabled: boolean;
  snoozedUntilUtcMs: number | null;
  /** Its schedule is open, or it has none. */
  isOpen: boolean;
  /** One of its alarms is armed, or it belongs to none. */
  isArmed: boolean;
  /** Nobody is on its list. */
  isListEmpty: boolean;
}

/** What decides that at one camera or core. */
export interface TargetFacts {
  /** What the core announces; nothing before it was ever linked. */
  abilities: readonly string[];
  /** Of the camera, as far as its location and organization allow it; null for a core. */
  analysis: AnalysisSettings | null;
  /** The core has the rule as it is now. */
  isConfirmed: boolean;
  /** Of the camera, whether or not the core knows mutes. */
  mutedUntilUtcMs: number | null;
  /** Saved doors of the camera. */
  doorIds: readonly string[];
}

interface StateAt {
  state: RuleState;
  needs: string | null;
}

/** What a rule about people at doors waits for at a camera without any. */
const savedDoor = 'savedDoor';

const isAtDoors = (condition: RuleCondition): condition is AccessCondition =>
  condition.kind === 'doorTailgating' || condition.kind === 'eventValidation';

/** Whether the camera has a door that the rule is about. Older rules name none. */
function hasDoor(condition: AccessCondition, doorIds: readonly string[]): boolean {
  const named: readonly string[] | undefined = condition.doorIds;
  return named === undefined || named.length === 0 ? doorIds.length > 0 : doorIds.some((id) => named.includes(id));
}

const has = (abilities: readonly string[], ability: string): boolean =>
  abilities.some((announced) => announced === ability || announced.startsWith(`${ability}:`));

/** What the core lacks; null when nothing. */
function missing(condition: RuleCondition, abilities: readonly string[]): string | null {
  const { needs } = abilitiesNeeded(condition);
  return needs === null || has(abilities, needs) ? null : needs;
}

/** Whether a core judges it, or tells what it is judged by. */
const isSeenByCore = (condition: RuleCondition): boolean =>
  runsOnCore(condition.kind) || isAtDoors(condition) || condition.kind === 'uniform';

/** Whether it goes by whose face it is. */
const isByFaces = (condition: RuleCondition): boolean =>
  condition.kind === 'face' ||
  (condition.kind === 'suspect' && condition.class === 'person' && condition.mode !== 'any');

/** Whether the camera is looked at for what the condition is about. */
function isLookedAt(condition: RuleCondition, analysis: AnalysisSettings | null): boolean {
  if (!isSeenByCore(condition) || analysis === null) return true;
  const { isOn, objectsToScan, readsPlates, comparesFaces } = analysis;
  if (!isOn || (condition.kind === 'licensePlate' && !readsPlates) || (isByFaces(condition) && !comparesFaces))
    return false;
  const looksFor: readonly string[] = objectsToScan;
  return classesNeeded(condition).every((wanted) => looksFor.includes(wanted));
}

const plain = (state: RuleState): StateAt => ({ state, needs: null });

/**
 * Whether a rule is at work at one of its targets. What keeps it from working comes before what people chose, so that nobody takes for
 * asleep what cannot wake up; and a core that has not confirmed a pause may still alert.
 */
export function ruleStateAt(rule: RuleFacts, target: TargetFacts, nowUtcMs: number): StateAt {
  const { condition, isEnabled, snoozedUntilUtcMs, isOpen, isArmed, isListEmpty } = rule;
  const { abilities, analysis, isConfirmed, mutedUntilUtcMs, doorIds } = target;
  if (!isEnabled) return plain('off');
  if (isListEmpty) return plain('nothingNamed');
  const isOnCore = runsOnCore(condition.kind);
  if (isSeenByCore(condition) && abilities.length === 0) return plain('pending');
  const { knownBy } = abilitiesNeeded(condition);
  if (isOnCore && !has(abilities, rulesAbility)) return plain('coreTooOld');
  if (!knownBy.every((ability) => has(abilities, ability))) return plain('coreTooOld');
  const needs = missing(condition, abilities);
  if (needs !== null) return { state: 'waitsFor', needs };
  if (isAtDoors(condition) && !hasDoor(condition, doorIds)) return { state: 'waitsFor', needs: savedDoor };
  if (!isLookedAt(condition, analysis)) return plain('analysisOff');
  if (isOnCore && !isConfirmed) return plain('pending');
  if (snoozedUntilUtcMs !== null && snoozedUntilUtcMs > nowUtcMs) return plain('snoozed');
  // A core that does not know mutes alerts all the same.
  if ((mutedUntilUtcMs ?? 0) > nowUtcMs && (!isOnCore || has(abilities, cameraMutesAbility))) return plain('muted');
  if (!isArmed) return plain('disarmed');
  return plain(isOpen ? 'armed' : 'outsideSchedule');
}
