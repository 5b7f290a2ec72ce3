import type { RuleKind } from '@sightline/contracts/alert-rules/rule-conditions';

/** A piece of a picture, where it stands. Marked is what the rule alerts of. */
export interface Piece {
  is:
    | 'person'
    | 'lying'
    | 'vehicle'
    | 'box'
    | 'camera'
    | 'core'
    | 'door'
    | 'flame'
    | 'clock'
    | 'arrow'
    | 'arrowBack'
    | 'zone'
    | 'line'
    | 'lineTwo'
    | 'face'
    | 'plate'
    | 'helmet'
    | 'hand'
    | 'tag'
    | 'code'
    | 'badge'
    | 'cross'
    | 'waves';
  x: number;
  y: number;
  isMarked?: true;
}

const at = (is: Piece['is'], x: number, y: number): Piece => ({ is, x, y });
const marked = (is: Piece['is'], x: number, y: number): Piece => ({ is, x, y, isMarked: true });

const zone = at('zone', 48, 54);
const clock = at('clock', 75, 28);

/** What shows each kind. */
export const kindDrawings: Readonly<Record<RuleKind, readonly Piece[]>> = {
  motion: [at('zone', 48, 54), marked('waves', 48, 42)],
  tampering: [at('camera', 44, 44), marked('cross', 72, 26)],
  proximity: [at('person', 28, 48), marked('arrow', 48, 34), at('vehicle', 72, 48)],
  threat: [marked('person', 42, 48), marked('arrow', 64, 34)],
  trespassing: [zone, marked('person', 48, 48)],
  tailgating: [at('line', 54, 46), at('person', 72, 48), marked('person', 36, 48), marked('arrow', 20, 38)],
  zoneProtection: [zone, marked('person', 40, 48), marked('waves', 60, 46)],
  speedControl: [at('line', 24, 46), at('lineTwo', 72, 46), marked('vehicle', 48, 46)],
  door: [marked('door', 48, 48)],
  fire: [marked('flame', 48, 48)],
  fall: [at('zone', 48, 54), marked('lying', 48, 46)],
  violence: [marked('person', 40, 48), marked('person', 56, 48), marked('cross', 48, 20)],
  suspect: [at('person', 24, 48), marked('person', 48, 48), at('person', 72, 48)],
  face: [marked('face', 48, 44)],
  licensePlate: [at('vehicle', 48, 32), marked('plate', 48, 52)],
  container: [at('box', 40, 46), at('box', 56, 46), marked('plate', 48, 26)],
  appearing: [zone, marked('person', 52, 48), marked('arrow', 28, 38)],
  disappearing: [zone, marked('person', 40, 48), marked('arrow', 64, 38)],
  loitering: [zone, marked('person', 48, 48), clock],
  lineCrossing: [at('line', 52, 46), marked('person', 36, 48), marked('arrow', 66, 36)],
  occupancy: [zone, marked('person', 34, 48), marked('person', 48, 48), marked('person', 62, 48)],
  trafficControl: [at('zone', 48, 54), at('arrow', 48, 22), marked('vehicle', 48, 44)],
  missingObject: [at('zone', 48, 54), marked('cross', 48, 42), clock],
  absence: [zone, clock],
  cameraStatus: [at('camera', 40, 44), marked('cross', 74, 20), at('waves', 74, 42)],
  coreStatus: [at('core', 44, 44), marked('cross', 76, 34)],
  protectiveGear: [marked('person', 48, 52), marked('helmet', 48, 36)],
  personalSafety: [zone, marked('lying', 44, 46), clock],
  gloves: [marked('hand', 48, 42)],
  eventTag: [marked('tag', 48, 36)],
  doorTailgating: [at('door', 54, 48), at('badge', 76, 40), at('person', 34, 48), marked('person', 18, 48)],
  eventValidation: [at('badge', 74, 40), at('door', 40, 48), marked('cross', 40, 34)],
  uniform: [marked('person', 44, 48), at('badge', 70, 38)],
  developer: [marked('code', 48, 38)],
};
