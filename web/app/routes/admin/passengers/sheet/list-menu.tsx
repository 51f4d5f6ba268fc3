import { Button, Menu } from '@mantine/core';
import { type ExportFormat, exportFormats } from '@passeio/contract/boarding/passengers';
import { IconChevronDown, IconColumns3, IconFileText, IconPrinter } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { showAlert } from '~/ui/feedback/alert';
import { rememberChoice, rememberedChoice, type SheetChoice, saveList, sheetPath } from './columns';
import { SheetDialog } from './sheet-dialog';

const formats = Object.entries(exportFormats) as [ExportFormat, string][];

/** Menu to print or export the passenger list. */
export function ListMenu({ tripId, userId }: { tripId: string; userId: string }) {
  const [choice, setChoice] = useState(() => rememberedChoice(userId));
  const [choosing, setChoosing] = useState(false);
  const { mutate: save, isPending } = useMutation({
    mutationFn: (format: ExportFormat) => saveList(tripId, format, choice),
    onSuccess: () => showAlert('success', 'Lista de passageiros exportada.'),
  });
  const button = useRef<HTMLButtonElement>(null);

  function choose(chosen: SheetChoice): void {
    rememberChoice(userId, chosen);
    setChoice(chosen);
    setChoosing(false);
  }

  function openChoice(): void {
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
            loading={isPending}
            rightSection={<IconChevronDown size={18} aria-hidden />}
          >
            Lista de passageiros
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            to={sheetPath(tripId, choice)}
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
          <Menu.Item leftSection={<IconColumns3 size={18} aria-hidden />} onClick={openChoice}>
            Colunas e grupos
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {choosing && <SheetDialog choice={choice} onClose={() => setChoosing(false)} onChoose={choose} />}
    </>
  );
}
