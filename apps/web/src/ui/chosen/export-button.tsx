import { ActionIcon } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';

/** Saves a whole list as a file; shows that it is at it. */
export function ExportButton({ label, onExport }: { label: string; onExport: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  return (
    <ActionIcon
      size={32}
      aria-label={label}
      loading={isBusy}
      onClick={() => {
        setBusy(true);
        void onExport().finally(() => setBusy(false));
      }}
    >
      <IconDownload size={18} stroke={1.6} aria-hidden="true" />
    </ActionIcon>
  );
}
