import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconDownload, IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../platform/files/save-file.ts';
import { toastFailure } from '../../../ui/toasts/toast.tsx';
import { wholeRules } from '../rule-queries.ts';
import { ruleFile } from './rule-file.ts';

const ImportRules = lazy(async () => ({ default: (await import('./import-rules.tsx')).ImportRules }));

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;

/** Saves the rules as a file, and makes rules of one; nothing for who can do neither. */
export function FileMenu({ hasRules, mayEdit }: { hasRules: boolean; mayEdit: boolean }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const save = useMutation({
    mutationFn: wholeRules,
    onSuccess: (rules) => saveFile(ruleFile(rules), 'alert-rules.json'),
    onError: (failure) => toastFailure(t('alertRules.export.failed'), failure),
  });
  if (!hasRules && !mayEdit) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} loading={save.isPending} aria-label={t('alertRules.file.actions')}>
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {hasRules && (
            <Menu.Item leftSection={<IconDownload {...icon} />} onClick={() => save.mutate()}>
              {t('alertRules.export.action')}
            </Menu.Item>
          )}
          {mayEdit && (
            <Menu.Item leftSection={<IconUpload {...icon} />} onClick={() => setOpen(true)}>
              {t('alertRules.import.open')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isOpen && (
        <Suspense>
          <ImportRules onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
