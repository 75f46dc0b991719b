import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

/** A text in a source file, with its line. */
export interface Found {
  file: string
  line: number
  text: string
}

export interface Sentences {
  /** Marked by `t` or `<T>`, on papers by `both` or `<InBoth>`: the keys of their translations. */
  marked: Found[]
  /** Written as a sentence and not marked. */
  unmarked: Found[]
  /** Marked where the module is loaded, before the words of another language are there. */
  tooEarly: Found[]
  /** Something other than an element in a `<T>`, whose text would become a part of the key. */
  badGaps: Found[]
  /** Messages of rules for what is typed, which are translated when they are shown. */
  rules: Found[]
  /** All other texts. Some are translated when they are shown. */
  literals: Set<string>
  /** What the file imports and runs, at once or later, by the text of the import. */
  imports: string[]
}

interface Node {
  type: string
  start: number
  [property: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [])

/** These attributes and properties are read by people. */
const readByPeople = new Set(
  'label title help aria-label alt placeholder words caption header legend hint lead intro asks submit cancel'.split(
    ' ',
  ),
)
/** These mark a sentence; all but the first of each do so on a paper that is printed in two languages. */
const tags = new Set(['t', 'both', 'inOneLine'])
const markers = new Set(['T', 'InBoth'])
/** What is given to these is for the log. */
const forTheLog = /^(logFailure|Error|ChunkLoadError|ApiError|DOMException)$/
/** These make the rules of a form. */
const ruleMakers = new Set(
  'required textWithin choiceFrom string int min max length regex refine email enum'.split(' '),
)
const isSentence = (text: string) => /^\s*[A-Z][a-z’']*,? [\w’'(“{-]+/.test(text)
/** As in `${place}, code ${code}`. */
const beginsWithGap = (text: string) => /^\{0\}[,.:;]?( \{\d+\}[,.:;]?)* \(?\p{L}{2}/u.test(text)
const hasWords = (text: string) => /\p{L}{2}/u.test(text.replace(/&\w+;/g, ''))

const nameOf = (value: unknown) => (isNode(value) ? String(value.name ?? '') : '')
const calledName = (callee: unknown) =>
  isNode(callee) && callee.type === 'MemberExpression' ? nameOf(callee.property) : nameOf(callee)

/** The sentences of a file, read from its syntax tree. */
export function readSentences(file: string): Sentences {
  const code = readFileSync(file, 'utf8')
  const found: Sentences = {
    marked: [],
    unmarked: [],
    tooEarly: [],
    badGaps: [],
    rules: [],
    literals: new Set(),
    imports: [],
  }
  const at = ({ start }: Node, text: string): Found => ({ file, line: code.slice(0, start).split('\n').length, text })

  const mark = (node: Node, sentence: string, isInFunction: boolean) => {
    found.marked.push(at(node, sentence))
    if (!isInFunction) found.tooEarly.push(at(node, sentence))
  }
  const visitAll = (value: unknown, isInFunction: boolean, isShown: boolean) => {
    for (const node of nodesIn(value)) visit(node, isInFunction, isShown)
  }
  const visitChildren = (node: Node, isInFunction: boolean, isShown = false) => {
    for (const value of Object.values(node)) visitAll(value, isInFunction, isShown)
  }

  const visit = (node: Node, isInFunction: boolean, isShown: boolean): unknown => {
    switch (node.type) {
      case 'ImportDeclaration':
        if (node.importKind !== 'type') found.imports.push(String((node.source as Node).value))
        return
      case 'ImportExpression':
        found.imports.push(String((node.source as Node).value))
        return
      case 'ExportNamedDeclaration':
        return visitAll(node.declaration, isInFunction, false)
      case 'TSTypeAliasDeclaration':
      case 'TSInterfaceDeclaration':
      case 'TSTypeAnnotation':
      case 'TSTypeParameterInstantiation':
        return
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        return visitChildren(node, true)
      case 'CallExpression':
      case 'NewExpression':
        if (forTheLog.test(nameOf(node.callee)) || (node.callee as Node).type === 'Super') return
        if (ruleMakers.has(calledName(node.callee))) return visitRule(node, isInFunction)
        return visitChildren(node, isInFunction)
      case 'TaggedTemplateExpression':
        if (tags.has(nameOf(node.tag))) mark(node, keyOf(node.quasi as Node), isInFunction)
        return visitAll((node.quasi as Node).expressions, isInFunction, false)
      case 'TemplateLiteral': {
        const text = keyOf(node)
        found.literals.add(text)
        if (isSentence(text) || beginsWithGap(text) || (isShown && hasWords(text.replace(/\{\d+\}/g, ''))))
          found.unmarked.push(at(node, text))
        return visitAll(node.expressions, isInFunction, false)
      }
      case 'Literal':
        if (typeof node.value !== 'string') return
        found.literals.add(node.value)
        if (isSentence(node.value) || (isShown && hasWords(node.value))) found.unmarked.push(at(node, node.value))
        return
      case 'JSXText':
        if (hasWords(String(node.value))) found.unmarked.push(at(node, toJSXText(String(node.value))))
        return
      case 'JSXElement':
        if (markers.has(nameOf((node.openingElement as Node).name))) return visitMarkup(node, isInFunction)
        return visitChildren(node, isInFunction)
      case 'JSXAttribute':
        return visitAll(node.value, isInFunction, readByPeople.has(nameOf(node.name)))
      case 'JSXExpressionContainer':
      case 'ConditionalExpression':
      case 'LogicalExpression':
        return visitChildren(node, isInFunction, isShown)
      case 'Property':
        visitAll(node.key, isInFunction, false)
        return visitAll(node.value, isInFunction, readByPeople.has(nameOf(node.key)))
      default:
        return visitChildren(node, isInFunction)
    }
  }

  /** The message is an argument, or the `error` or `message` of one. */
  const visitRule = (node: Node, isInFunction: boolean) => {
    visitAll(node.callee, isInFunction, false)
    const values = nodesIn(node.arguments).flatMap((argument) =>
      argument.type === 'ObjectExpression'
        ? nodesIn(argument.properties).flatMap(({ value }) => nodesIn(value))
        : argument,
    )
    for (const value of values) {
      const text = value.type === 'TemplateLiteral' ? keyOf(value) : value.value
      if (typeof text === 'string' && /^[A-Z]/.test(text) && hasWords(text)) {
        found.literals.add(text)
        found.rules.push(at(value, text))
      } else visit(value, isInFunction, false)
    }
  }

  /** The sentence of a `<T>`, as React puts it together. Its elements are gaps, whose own texts are read by themselves. */
  const visitMarkup = (node: Node, isInFunction: boolean) => {
    let gaps = 0
    const parts = nodesIn(node.children).map((child) => {
      if (child.type === 'JSXText') return toJSXText(String(child.value))
      const inside = child.type === 'JSXExpressionContainer' ? (child.expression as Node) : child
      if (inside.type === 'Literal' && typeof inside.value === 'string') return inside.value
      if (child.type === 'JSXExpressionContainer')
        found.badGaps.push(at(child, code.slice(inside.start, inside.start + 40)))
      visit(child, isInFunction, false)
      gaps += 1
      return `{${gaps - 1}}`
    })
    mark(node, parts.join(''), isInFunction)
  }

  visitChildren(parseSync(file, code).program as unknown as Node, false)
  return found
}

/** With numbered gaps. */
const keyOf = (template: Node) =>
  nodesIn(template.quasis)
    .map(({ value }) => (value as { cooked: string }).cooked)
    .reduce((key, part, index) => `${key}{${index - 1}}${part}`)

/** Lines are trimmed and joined, as JSX does it. */
function toJSXText(text: string): string {
  const lines = text.split('\n')
  return lines
    .map((line, index) => (index > 0 ? line.trimStart() : line))
    .map((line, index) => (index < lines.length - 1 ? line.trimEnd() : line))
    .filter(Boolean)
    .join(' ')
}
