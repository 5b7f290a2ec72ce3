import { z } from 'zod';
import { recognitionSwitch } from './recognition-switch.ts';

/** Recognition that an organization allows its cameras or forbids them. */
export const analyticsSwitch = z.enum(['faceRecognition', 'licensePlates', ...recognitionSwitch.options]);

/** What an organization allows: off wins over the switch of each camera. */
export const analyticsSwitches = z.record(analyticsSwitch, z.boolean());

/** Absent ones stay. */
export const analyticsSwitchesUpdate = z.partialRecord(analyticsSwitch, z.boolean());

/** What an organization allows that never said anything. */
export const defaultAnalyticsSwitches = Object.fromEntries(
  analyticsSwitch.options.map((name) => [name, true]),
) as z.infer<typeof analyticsSwitches>;

export type AnalyticsSwitch = z.infer<typeof analyticsSwitch>;
export type AnalyticsSwitches = z.infer<typeof analyticsSwitches>;
