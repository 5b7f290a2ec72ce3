import { peopleCalls } from '@sightline/contracts/people/people.api';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { toastSuccess } from '../../../ui/toasts/toast.tsx';
import { useRereadPeople } from '../people-queries.ts';
import type { ChosenFaces } from './split-person.tsx';

/** Asks, then erases chosen faces of a person, who stays. */
export function RemoveFaces({ person, faceIds, onClose, onDone }: ChosenFaces) {
  const { t } = useTranslation();
  const reread = useRereadPeople();
  const count = faceIds.length;
  return (
    <ConfirmDialog
      title={t('people.faces.removeTitle', { count, name: person.name })}
      text={t('people.faces.removeText')}
      confirmLabel={t('people.faces.removeAction', { count })}
      onClose={onClose}
      onConfirm={async () => {
        for (const faceId of faceIds) await call(peopleCalls.removeFace, { params: { id: person.id, faceId } });
        toastSuccess({ title: t('people.faces.removed', { count }) });
        onDone();
        await reread();
      }}
    />
  );
}
