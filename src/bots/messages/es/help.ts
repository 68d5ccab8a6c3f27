import type { HelpWords } from '../en/help.ts'

export const help: HelpWords = {
  summary: 'Muestra los comandos o explica uno.',
  which: 'Cuál',
  title: 'Lo que sé hacer',
  groups: {
    give: '🎁 Enviar',
    claim: '📥 Recibir',
    market: '📈 Precios y cambios',
    wallets: '👛 Tus carteras',
    settings: '⚙️ Ajustes y ayuda',
  },
  more: 'Más sobre uno: /help tip',
  usage: 'Uso',
  example: 'Ejemplo',
}
