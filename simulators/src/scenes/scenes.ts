import { entranceScene } from './entrance-scene.ts';
import { gateScene } from './gate-scene.ts';
import { laneScene } from './lane-scene.ts';
import type { Scene } from './scene.ts';
import { streetScene } from './street-scene.ts';
import { yardScene } from './yard-scene.ts';

/** Every scene that our own code can draw. */
export const scenes: Scene[] = [streetScene, gateScene, entranceScene, yardScene, laneScene];
