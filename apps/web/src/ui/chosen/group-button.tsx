import { Button } from '@mantine/core';
import type { OrgGroupType } from '@sightline/contracts/org-groups/org-group';
import { IconFolderPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

const AddToGroup = lazy(async () => ({ default: (await import('./add-to-group.tsx')).AddToGroup }));

/** Puts the chosen entries of a directory into a group. */
export function GroupButton({ type, rows }: { type: OrgGroupType; rows: readonly { id: string }[] }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconFolderPlus size={16} stroke={1.6} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('common.toGroup.action')}
      </Button>
      {isOpen && (
        <Suspense>
          <AddToGroup type={type} rows={rows} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
