import type { JudgedCondition } from '@sightline/contracts/alert-rules/sent-condition';
import { appearing } from './kinds/appearing.ts';
import { container } from './kinds/container.ts';
import { absence, occupancy } from './kinds/counting.ts';
import { disappearing } from './kinds/disappearing.ts';
import { door } from './kinds/door.ts';
import { lineCrossing } from './kinds/line-crossing.ts';
import { loitering } from './kinds/loitering.ts';
import { missingObject } from './kinds/missing-object.ts';
import { motion, zoneProtection } from './kinds/motion.ts';
import { personalSafety } from './kinds/personal-safety.ts';
import { proximity } from './kinds/proximity.ts';
import { recognition } from './kinds/recognition.ts';
import { speedControl } from './kinds/speed-control.ts';
import { tailgating } from './kinds/tailgating.ts';
import { tampering } from './kinds/tampering.ts';
import { face, licensePlate, suspect } from './kinds/traits.ts';
import { trafficControl } from './kinds/traffic-control.ts';
import { trespassing } from './kinds/trespassing.ts';
import type { KindRun, Scene } from './scene.ts';

type Kinds = {
  [K in JudgedCondition['kind']]: (condition: Extract<JudgedCondition, { kind: K }>, scene: Scene) => KindRun;
};

const kinds: Kinds = {
  appearing,
  disappearing,
  trespassing,
  loitering,
  lineCrossing,
  occupancy,
  absence,
  tailgating,
  proximity,
  trafficControl,
  speedControl,
  missingObject,
  personalSafety,
  motion,
  zoneProtection,
  tampering,
  door,
  threat: recognition,
  protectiveGear: recognition,
  gloves: recognition,
  fire: recognition,
  fall: recognition,
  violence: recognition,
  container,
  face,
  licensePlate,
  suspect,
};

/** What judges a condition. */
export const kindRun = <K extends JudgedCondition['kind']>(
  condition: Extract<JudgedCondition, { kind: K }>,
  scene: Scene,
): KindRun => kinds[condition.kind as K](condition, scene);
