import type { RuleKind } from '@sightline/contracts/alert-rules/rule-conditions';

const always: ReadonlySet<string> = new Set<RuleKind>(['tampering', 'fire', 'cameraStatus', 'coreStatus']);

/** Kinds whose rules alert at any time, armed or not: who disarms a place still wants to know that it burns or that a camera is gone. */
export const ignoresArming = (kind: string): boolean => always.has(kind);
