import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { StatusHistorySection } from './status-history.tsx';
import type { StatusThing } from './status-queries.ts';

/** How something is and was, over the page. */
export function StatusDialog({ thing, onClose }: { thing: StatusThing; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('status.history.open')} width={800} onClose={onClose}>
      <StatusHistorySection thing={thing} />
    </Dialog>
  );
}
