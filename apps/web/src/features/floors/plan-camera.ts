import type { StatusLevel } from '../../ui/status/status-glyph.tsx';

/** What a plan says of a camera. */
export interface PlanCamera {
  id: string;
  name: string;
  level: StatusLevel;
  /** Its state in words. */
  state: string;
}
