import { Button, Menu } from '@mantine/core';
import { type ExportFormat, exportFormats, type PassengerColumn } from '@passeio/contract/passengers';
import { IconChevronDown, IconColumns3, IconFileText, IconPrinter } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { showAlert } from '~/ui/feedback/alert';
import { ColumnDialog } from './column-dialog';
import { rememberColumns, rememberedColumns, saveList, sheetPath } from './columns';

const formats = Object.entries(exportFormats) as [ExportFormat, string][];

/** Menu to print or export the passenger list. */
export function ListMenu({ tripId, userId }: { tripId: string; userId: string }) {
  const [columns, setColumns] = useState<readonly PassengerColumn[]>(() => rememberedColumns(userId));
  const [choosing, setChoosing] = useState(false);
  const [busy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  async function save(format: ExportFormat): Promise<void> {
    setBusy(true);
    try {
      await saveList(tripId, format, columns);
      showAlert('success', 'Lista de passageiros exportada.');
    } catch {
      // The API client has shown the error.
    } finally {
      setBusy(false);
    }
  }

  function choose(chosen: readonly PassengerColumn[]): void {
    rememberColumns(userId, chosen);
    setColumns(chosen);
    setChoosing(false);
  }

  function openColumns(): void {
    button.current?.focus();
    setChoosing(true);
  }

  return (
    <>
      <Menu position="bottom-start" shadow="md" width={250} transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <Button
            ref={button}
            size="md"
            variant="default"
            loading={busy}
            rightSection={<IconChevronDown size={18} aria-hidden />}
          >
            Lista de passageiros
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            to={sheetPath(tripId, columns)}
            leftSection={<IconPrinter size={18} aria-hidden />}
          >
            Imprimir
          </Menu.Item>
          {formats.map(([format, label]) => (
            <Menu.Item
              key={format}
              leftSection={<IconFileText size={18} aria-hidden />}
              onClick={() => save(format)}
            >{`Exportar ${label}`}</Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconColumns3 size={18} aria-hidden />} onClick={openColumns}>
            Escolher colunas
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {choosing && <ColumnDialog columns={columns} onClose={() => setChoosing(false)} onChoose={choose} />}
    </>
  );
}
