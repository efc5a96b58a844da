import type { ErrorDefinitions } from '../../error-definitions.ts'

export const siteErrors = {
  'site.not-found': {
    status: 404,
    en: 'This site no longer exists. Reload the list.',
    zh: '该场所已不存在，请刷新列表。',
    'zh-tw': '此場所已不存在，請重新整理清單。',
  },
  'site.name-taken': {
    status: 409,
    en: 'A site with this name already exists.',
    zh: '已有同名的场所。',
    'zh-tw': '已有同名的場所。',
  },
  'site.zone-unknown': {
    status: 422,
    en: 'The database does not know this time zone. Choose another name of the same zone.',
    zh: '数据库不认识该时区，请选择同一时区的其他名称。',
    'zh-tw': '資料庫不認識此時區，請選擇同一時區的其他名稱。',
  },
  'site.changed-meanwhile': {
    status: 409,
    en: 'Somebody else has just changed this site. Load it again before you save.',
    zh: '其他人刚修改过该场所。请刷新查看后再保存。',
    'zh-tw': '其他人剛修改過此場所。請重新整理查看後再儲存。',
  },
  'site.has-doors': {
    status: 409,
    en: 'This site still has {count} {count|door|doors}. Move or delete {count|it|them} first.',
    zh: '该场所仍有 {count} 扇门，请先将其移走或删除。',
    'zh-tw': '此場所仍有 {count} 扇門，請先將其移走或刪除。',
  },
  'site.last': {
    status: 409,
    en: 'This is the only site. Create another one before you delete it.',
    zh: '这是唯一的场所。请先新建其他场所，再删除它。',
    'zh-tw': '這是唯一的場所。請先新增其他場所，再刪除它。',
  },
  'area.not-found': {
    status: 404,
    en: 'This area no longer exists, or belongs to another site. Reload the page.',
    zh: '该区域已不存在，或属于其他场所。请刷新页面。',
    'zh-tw': '此區域已不存在，或屬於其他場所。請重新整理頁面。',
  },
  'area.name-taken': {
    status: 409,
    en: 'This site already has an area with this name.',
    zh: '该场所已有同名的区域。',
    'zh-tw': '此場所已有同名的區域。',
  },
  'area.cycle': {
    status: 422,
    en: 'An area cannot be inside itself. Choose another area.',
    zh: '区域不能位于自身之内，请选择其他区域。',
    'zh-tw': '區域不能位於自身之內，請選擇其他區域。',
  },
  'area.too-deep': {
    status: 422,
    en: 'Areas can be at most {max} levels deep. Choose an area further up.',
    zh: '区域最多可有 {max} 级，请选择更上级的区域。',
    'zh-tw': '區域最多可有 {max} 級，請選擇更上層的區域。',
  },
  'area.too-many': {
    status: 422,
    en: 'A site can have at most {max} areas.',
    zh: '一个场所最多可有 {max} 个区域。',
    'zh-tw': '一個場所最多可有 {max} 個區域。',
  },
  'area.top': {
    status: 422,
    en: 'This area is the site as a whole. It can be renamed, and is deleted with the site.',
    zh: '该区域即整个场所，只能重命名，并随场所一起删除。',
    'zh-tw': '此區域即整個場所，只能重新命名，並隨場所一起刪除。',
  },
  'area.other-site': {
    status: 422,
    en: 'An area stays in its site. Choose an area of the same site.',
    zh: '区域不能移到其他场所，请选择同一场所的区域。',
    'zh-tw': '區域不能移到其他場所，請選擇同一場所的區域。',
  },
  'area.has-areas': {
    status: 409,
    en: 'There {count|is|are} {count} {count|area|areas} inside this one. Move or delete {count|it|them} first.',
    zh: '该区域内仍有 {count} 个下级区域，请先将其移走或删除。',
    'zh-tw': '此區域內仍有 {count} 個下級區域，請先將其移走或刪除。',
  },
  'area.has-doors': {
    status: 409,
    en: '{count} {count|door leads|doors lead} into or out of this area. Let {count|it|them} lead elsewhere first.',
    zh: '仍有 {count} 扇门通往该区域，请先修改这些门的通向。',
    'zh-tw': '仍有 {count} 扇門通往此區域，請先修改這些門的通向。',
  },
  'area.has-people': {
    status: 409,
    en: '{count} {count|person is|people are} in there. Correct where they are, or wait until they have left.',
    zh: '其中仍有 {count} 人。请先更正其位置，或等其离开。',
    'zh-tw': '其中仍有 {count} 人。請先更正其位置，或等其離開。',
  },
  'door.not-found': {
    status: 404,
    en: 'This door no longer exists. Reload the list.',
    zh: '该门已不存在，请刷新列表。',
    'zh-tw': '此門已不存在，請重新整理清單。',
  },
  'door.same-area': {
    status: 422,
    en: 'A door leads from one area to another. Choose two different areas.',
    zh: '门连接两个不同的区域，请选择不同的区域。',
    'zh-tw': '門連接兩個不同的區域，請選擇不同的區域。',
  },
  'door.changed-meanwhile': {
    status: 409,
    en: 'Somebody else has just changed this door. Load it again before you save.',
    zh: '其他人刚修改过该门。请刷新查看后再保存。',
    'zh-tw': '其他人剛修改過此門。請重新整理查看後再儲存。',
  },
  'door.has-readers': {
    status: 409,
    en: 'This door still has {count} {count|reader|readers}. Move {count|it|them} to another door first.',
    zh: '该门仍有 {count} 个读头，请先将其移到其他门。',
    'zh-tw': '此門仍有 {count} 個讀頭，請先將其移到其他門。',
  },
} as const satisfies ErrorDefinitions
