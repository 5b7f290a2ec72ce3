import { z } from 'zod';

/** Which recognition the organization allows its cameras. What is not there is not allowed. */
const organizationSwitches = z.object({ allowed: z.record(z.string().max(60), z.boolean()) });

/** What cores are told of organizations. */
export const organizationKinds = { organizationSwitches } as const;
