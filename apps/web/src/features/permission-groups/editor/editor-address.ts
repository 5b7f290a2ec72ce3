import type { Permission } from '@sightline/contracts/shared/permissions';
import type { Subject } from './matrix/matrix-subjects.ts';

/** How permissions are listed. Without it: as a matrix where there is room, else by permission; a permission in the address means the latter too. */
export type EditorMode = 'matrix' | 'permission' | 'entity';

/** What of the editor stands in the address, so that a link opens it again. */
export interface EditorAddress {
  mode?: EditorMode | undefined;
  /** Of the matrix. */
  subject?: Subject | undefined;
  permission?: Permission | undefined;
  /** Id of a thing, or `organization`. */
  entity?: string | undefined;
}

/** What the editor works on and with. */
export interface EditorControl {
  address: EditorAddress;
  change: (part: EditorAddress) => void;
}
