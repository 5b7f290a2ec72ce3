import { z } from 'zod';

/** A host name or an address of a network, without scheme and path. */
export const deviceHost = z
  .string()
  .trim()
  .min(1)
  .max(253)
  .regex(/^[A-Za-z0-9._:[\]-]+$/);
/** A TCP port, 1-65535. */
export const devicePort = z.number().int().min(1).max(65_535);

/** Where a device answers ONVIF. */
export const onvifAddress = z.object({ host: deviceHost, port: devicePort });
