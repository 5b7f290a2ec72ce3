import { z } from 'zod';

/** Recognition that needs a model of its own; each takes effect only where the core announces a model for it and the organization allows it. */
export const recognitionSwitch = z.enum(['vehicleMMC', 'protectiveGear', 'forklift', 'container', 'shoppingCart']);

export type RecognitionSwitch = z.infer<typeof recognitionSwitch>;
