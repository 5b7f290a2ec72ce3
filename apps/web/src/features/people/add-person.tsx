import { Button, Menu } from '@mantine/core';
import { IconCamera, IconFileUpload, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface AddPersonProps {
  /** Without unsaved people there is nobody to add from cameras. */
  hasUnsaved: boolean;
  onFromFile: () => void;
  onFromCameras: () => void;
}

/** The two ways in which a person is added. */
export function AddPerson({ hasUnsaved, onFromFile, onFromCameras }: AddPersonProps) {
  const { t } = useTranslation();
  const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button leftSection={<IconPlus {...icon} />}>{t('people.add.action')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconFileUpload {...icon} />} onClick={onFromFile}>
          {t('people.add.fromFile')}
        </Menu.Item>
        <Menu.Item leftSection={<IconCamera {...icon} />} disabled={!hasUnsaved} onClick={onFromCameras}>
          {t('people.add.fromCameras')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
