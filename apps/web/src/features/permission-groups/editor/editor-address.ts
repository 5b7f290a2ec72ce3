import type { Permission } from '@sightline/contracts/shared/permissions';

/** What of the editor stands in the address, so that a link opens it again. */
export interface EditorAddress {
  mode?: 'entity' | undefined;
  permission?: Permission | undefined;
  /** Id of a thing, or `organization`. */
  entity?: string | undefined;
}

/** What the editor works on and with. */
export interface EditorControl {
  address: EditorAddress;
  change: (part: EditorAddress) => void;
}
