interface TemplatePage {
  label: string;
  to: string;
}

const elements = '/template/ui-elements';
const forms = '/template/forms';

/** Pages of the style guide, for the sidebar. */
export const templatePages: readonly TemplatePage[] = [
  { label: 'Botões', to: `${elements}/botoes` },
  { label: 'Avisos', to: `${elements}/avisos` },
  { label: 'Diálogos', to: `${elements}/dialogos` },
  { label: 'Tabelas', to: `${elements}/tabelas` },
  { label: 'Cartões', to: `${elements}/cartoes` },
  { label: 'Etiquetas', to: `${elements}/etiquetas` },
  { label: 'Seletores', to: `${elements}/seletores` },
  { label: 'Gráficos', to: `${elements}/graficos` },
  { label: 'Campos', to: `${forms}/campos` },
  { label: 'Máscaras', to: `${forms}/mascaras` },
  { label: 'Listas de escolha', to: `${forms}/escolhas` },
  { label: 'Editor de texto', to: `${forms}/editor` },
  { label: 'Envio de fotos', to: `${forms}/envio` },
  { label: 'Validação', to: `${forms}/validacao` },
];
