import type { FootageExport } from '@sightline/contracts/exports/export';
import type { NewExportLink } from '@sightline/contracts/exports/export-link';
import { exportLinksCalls } from '@sightline/contracts/exports/export-links.api';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconLink, IconMail } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../../platform/api/client.ts';
import { formatTime } from '../../../platform/i18n/format-time.ts';
import { toastFailure, toastSuccess } from '../../../ui/toasts/toast.tsx';
import { addressOfLink } from './link-address.ts';

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }));

/** How long a link works that is made by one press. */
const hours = 168;

/** Whether the browser took it; it may refuse, and does so where a page is not secure. */
async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

interface ExportShareProps {
  item: FootageExport;
  /** With words beside the pictures, where there is room. */
  hasWords?: boolean;
}

/** Copies a link to a finished file with one press, or mails one. */
export function ExportShare({ item, hasWords = false }: ExportShareProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [dialog, setDialog] = useState<{ made?: NewExportLink } | null>(null);
  const params = { id: item.id };
  const copy = useMutation({
    mutationFn: () => call(exportLinksCalls.create, { params, body: { hours, emails: [] } }),
    onSuccess: async (made) => {
      void client.invalidateQueries({ queryKey: callKey(exportLinksCalls.list, { params }) });
      if (!(await isCopied(addressOfLink(made.token)))) return setDialog({ made });
      const time = formatTime(made.expiresAtUtcMs, item.timeZone, 'full');
      toastSuccess({ title: t('exports.share.copied'), text: t('exports.share.copiedUntil', { time }) });
    },
    onError: (failure) => toastFailure(t('exports.share.copyFailed'), failure),
  });
  return (
    <>
      <Act
        label={t('exports.share.copy')}
        icon={<IconLink size={16} stroke={1.6} aria-hidden />}
        hasWords={hasWords}
        isBusy={copy.isPending}
        onAct={() => copy.mutate()}
      />
      <Act
        label={t('exports.share.mail')}
        icon={<IconMail size={16} stroke={1.6} aria-hidden />}
        hasWords={hasWords}
        onAct={() => setDialog({})}
      />
      {dialog !== null && (
        <Suspense>
          <ShareDialog item={item} made={dialog.made} onClose={() => setDialog(null)} />
        </Suspense>
      )}
    </>
  );
}

interface ActProps {
  label: string;
  icon: ReactNode;
  hasWords: boolean;
  isBusy?: boolean;
  onAct: () => void;
}

function Act({ label, icon, hasWords, isBusy = false, onAct }: ActProps) {
  if (hasWords)
    return (
      <Button variant="default" size="compact-md" leftSection={icon} loading={isBusy} onClick={onAct}>
        {label}
      </Button>
    );
  return (
    <Tooltip label={label}>
      <ActionIcon size={28} aria-label={label} loading={isBusy} onClick={onAct}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
