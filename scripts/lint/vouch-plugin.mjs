// Lint rules of our own. oxlint loads this file as a plugin, which is why it has a default export.

const isDate = (node) => node.type === 'Identifier' && node.name === 'Date'

/** Core asks for the time: `new Date(x)` converts a time it was given, `new Date()` and `Date()` read a clock. */
const noClock = {
  create(context) {
    const message = 'Take the time as an argument instead of reading a clock.'
    return {
      NewExpression(node) {
        if (isDate(node.callee) && node.arguments.length === 0) context.report({ node, message })
      },
      CallExpression(node) {
        if (isDate(node.callee)) context.report({ node, message })
      },
    }
  },
}

/** Core waits for nobody: whoever has to ask somebody stands in `services`, and hands the answer in. */
const noWaiting = {
  create(context) {
    const message =
      'Core waits for nobody: do the asking in services, and take the answer as an argument.'
    const isAsync = (node) => node.async && context.report({ node, message })
    return {
      FunctionDeclaration: isAsync,
      FunctionExpression: isAsync,
      ArrowFunctionExpression: isAsync,
      Identifier(node) {
        if (node.name === 'Promise') context.report({ node, message })
      },
    }
  },
}

/** A module of core keeps nothing between two calls. */
const noModuleState = {
  create(context) {
    return {
      Program({ body }) {
        for (const node of body) {
          const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node
          if (declared?.type === 'VariableDeclaration' && declared.kind !== 'const')
            context.report({ node, message: 'Core keeps no state: hand it in and give it back.' })
        }
      },
    }
  },
}

/** `as` overrules the compiler, so a comment beside it or above its statement says why it is right. */
const reasonedAssertion = {
  create(context) {
    const message = 'Say in a comment why this "as" is right, or do without it.'
    const isConst = ({ typeAnnotation: type }) =>
      type.type === 'TSTypeReference' && type.typeName.name === 'const'
    const check = (node) => {
      if (isConst(node)) return
      let statement = node
      while (!/(?:Statement|Declaration|Definition)$/.test(statement.type))
        statement = statement.parent
      const first = statement.loc.start.line - 1
      const last = node.loc.end.line
      const isReasoned = context.sourceCode
        .getAllComments()
        .some(({ loc }) => loc.end.line >= first && loc.start.line <= last)
      if (!isReasoned) context.report({ node, message })
    }
    return { TSAsExpression: check, TSTypeAssertion: check }
  },
}

/** House rule: a file, and so its folder, is named for what it holds. */
const noVagueFileName = {
  create(context) {
    return {
      Program(node) {
        const words = context.filename
          .replaceAll('\\', '/')
          .split('/')
          .slice(-2)
          .join('-')
          .split(/[-.]/)
        const vague = words.find((word) =>
          /^(?:utils?|helpers?|commons?|managers?|misc)$/.test(word),
        )
        if (vague !== undefined) {
          context.report({
            node,
            message: `"${vague}" says nothing; name the file for what it exports.`,
          })
        }
      },
    }
  },
}

/** What Playwright says of a page, or of what a locator finds there, as it is in this moment. */
const LOOKS = new Set([
  'allInnerTexts',
  'allTextContents',
  'count',
  'getAttribute',
  'innerText',
  'inputValue',
  'isChecked',
  'isDisabled',
  'isEnabled',
  'isHidden',
  'isVisible',
  'textContent',
  'title',
])

/** A page changes when it comes to it, so a test that looks at it once holds on a quick machine alone. */
const lookAgain = {
  create(context) {
    const message = 'Look again until it is so: await expect.poll(() => …).'
    const isLook = (node) =>
      node?.type === 'AwaitExpression' && LOOKS.has(node.argument.callee?.property?.name)
    return {
      CallExpression(node) {
        if (node.callee.name === 'expect' && isLook(node.arguments[0]))
          context.report({ node, message })
      },
    }
  },
}

export default {
  meta: { name: 'vouch' },
  rules: {
    'look-again': lookAgain,
    'no-clock': noClock,
    'no-waiting': noWaiting,
    'no-module-state': noModuleState,
    'no-vague-file-name': noVagueFileName,
    'reasoned-assertion': reasonedAssertion,
  },
}
