import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { GroupChange } from '@sightline/contracts/permission-groups/permission-group';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';

/** Gives everything everywhere, or takes all; asks before. */
export function EverythingMenu({ name, onChange }: { name: string; onChange: (change: GroupChange) => void }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<'give' | 'take' | null>(null);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('permissionGroups.everything.label')}>
            <IconDots size={20} stroke={1.5} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setAsking('give')}>{t('permissionGroups.everything.give')}</Menu.Item>
          <Menu.Item onClick={() => setAsking('take')}>{t('permissionGroups.everything.take')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asking !== null && (
        <ConfirmDialog
          title={t(`permissionGroups.everything.${asking}Title`, { name })}
          text={t(`permissionGroups.everything.${asking}Text`)}
          confirmLabel={t(`permissionGroups.everything.${asking}`)}
          onConfirm={() =>
            Promise.resolve(onChange({ action: 'selectAll', entityIds: null, isAllowed: asking === 'give' }))
          }
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}
