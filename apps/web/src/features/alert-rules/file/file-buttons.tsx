import { Button } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../platform/files/save-file.ts';
import { toastFailure } from '../../../ui/toasts/toast.tsx';
import { wholeRules } from '../rule-queries.ts';
import { ruleFile } from './rule-file.ts';

const ImportRules = lazy(async () => ({ default: (await import('./import-rules.tsx')).ImportRules }));

/** Saves the rules as a file, and makes rules of one. */
export function FileButtons({ hasRules, mayEdit }: { hasRules: boolean; mayEdit: boolean }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const save = useMutation({
    mutationFn: wholeRules,
    onSuccess: (rules) => saveFile(ruleFile(rules), 'alert-rules.json'),
    onError: (failure) => toastFailure(t('alertRules.export.failed'), failure),
  });
  return (
    <>
      {hasRules && (
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {t('alertRules.export.action')}
        </Button>
      )}
      {mayEdit && (
        <Button
          variant="default"
          leftSection={<IconUpload size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => setOpen(true)}
        >
          {t('alertRules.import.open')}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <ImportRules onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
