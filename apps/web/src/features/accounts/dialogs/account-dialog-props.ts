import type { Profile } from '@sightline/contracts/accounts/account';

/** What every dialog of the account gets. */
export interface AccountDialogProps {
  profile: Profile;
  onClose: () => void;
}
