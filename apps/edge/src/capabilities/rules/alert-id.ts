import { createHash } from 'node:crypto';

/** The id of what begins an alert: the same beginning has the same id whenever it is judged. In the form of a UUIDv7 of this instant. */
export function alertIdOf({
  ruleId,
  cameraId,
}: {
  ruleId: string;
  cameraId: string;
}): (name: string, atUtcMs: number) => string {
  return (name, atUtcMs) => {
    const at = Math.round(atUtcMs);
    const digits = createHash('sha256')
      .update(`${ruleId} ${cameraId} ${name} ${String(at)}`)
      .digest('hex');
    const time = at.toString(16).padStart(12, '0').slice(-12);
    const variant = (8 + (Number.parseInt(digits.charAt(0), 16) % 4)).toString(16);
    const parts = [time.slice(0, 8), time.slice(8), `7${digits.slice(1, 4)}`, variant + digits.slice(4, 7)];
    return [...parts, digits.slice(7, 19)].join('-');
  };
}
